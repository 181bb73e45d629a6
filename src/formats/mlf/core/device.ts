/** Kinds of devices of DLPack (`DLDeviceType`), by number. */
const DEVICES: ReadonlyMap<string, string> = new Map([
  ['1', 'CPU'],
  ['2', 'CUDA'],
  ['3', 'CUDA host memory'],
  ['4', 'OpenCL'],
  ['7', 'Vulkan'],
  ['8', 'Metal'],
  ['9', 'VPI'],
  ['10', 'ROCm'],
  ['12', 'extension device'],
  ['14', 'one API'],
  ['15', 'WebGPU'],
  ['16', 'Hexagon'],
]);

/** "CPU (1)": TVM's name of a kind of device, and its number as stored. */
export function deviceText(device: string): string {
  const name = DEVICES.get(device);
  return name === undefined ? `device ${device}` : `${name} (${device})`;
}
