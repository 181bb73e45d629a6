/** What the built code names and some target lacks, and why nothing is lost there, or where the page says so. */
export interface Exception {
  why: string;
  features: readonly string[];
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    why: 'The code looks for it first. Where it is missing, files are chosen by an input and saved to the downloads',
    features: ['api.Window.showOpenFilePicker', 'api.Window.showSaveFilePicker', 'api.LaunchQueue.setConsumer'],
  },
  {
    why: 'Writes only to what a dialog for saving gave, and browsers with that dialog have it',
    features: ['api.FileSystemFileHandle.createWritable'],
  },
  {
    why: 'The code looks for it first. Where it is missing, the same functions check addresses and the document, and the rest of the policy holds',
    features: [
      'api.trustedTypes',
      'api.TrustedTypePolicyFactory.createPolicy',
      'api.TrustedTypePolicy.createScriptURL',
      'api.TrustedTypePolicy.createHTML',
    ],
  },
  {
    why: 'The code looks for it first. Where it is missing, a canvas decodes pictures, and it is said that this may change values',
    features: ['api.ImageDecoder'],
  },
  {
    why: 'Nothing is dropped on a page of Firefox for Android: it has no dragging from other programs',
    features: ['api.DataTransferItem.webkitGetAsEntry'],
  },
  {
    why: 'React looks for it first, or calls it only in components that Boxcutter does not use',
    features: [
      'api.Document.startViewTransition',
      'api.ViewTransition.skipTransition',
      'api.Navigation.currentEntry',
      'api.Navigation.transition',
      'api.Window.navigation',
      'api.Window.setImmediate',
    ],
  },
  {
    why: 'CodeMirror looks for it first',
    features: [
      'api.EditContext',
      'api.EditContext.updateCharacterBounds',
      'api.EditContext.updateSelection',
      'api.EditContext.updateSelectionBounds',
      'api.EditContext.updateText',
      'api.TextFormatUpdateEvent.getTextFormats',
      'api.IdleDeadline.timeRemaining',
      'api.Navigator.scheduling',
      'api.Scheduling.isInputPending',
      'api.Selection.getComposedRanges',
      'api.Window.cancelIdleCallback',
      'api.Window.requestIdleCallback',
    ],
  },
  {
    why: 'Mantine and dnd-kit look for it first',
    features: ['api.Navigator.connection', 'api.Navigator.userAgentData', 'api.TouchEvent'],
  },
  {
    why: 'fflate and the compiled zstd look for it first',
    features: ['javascript.builtins.Error.captureStackTrace'],
  },
  {
    why: 'Names a method of shiki and of the compiled zstd that nobody calls. Where the symbol is missing, it is a property that nobody reads',
    features: ['javascript.builtins.Symbol.dispose'],
  },
  {
    why: 'The parser of TOML calls it only where its options ask for dates as objects, and ours do not',
    features: [
      'javascript.builtins.Temporal',
      'javascript.builtins.Temporal.PlainDate',
      'javascript.builtins.Temporal.PlainDateTime',
      'javascript.builtins.Temporal.PlainTime',
      'javascript.builtins.Temporal.ZonedDateTime',
    ],
  },
  {
    why: 'A method of our own or of a package, on an object that does not come from the browser',
    features: [
      'api.Blob.bytes',
      'api.CloseWatcher.destroy',
      'api.DataTransfer.addElement',
      'api.FileSystemWritableFileStream.seek',
      'api.IntersectionObserver.scrollMargin',
      'api.MediaSource.handle',
      'api.SVGTextPathElement.side',
      'api.Scheduler.yield',
      'api.ServiceWorkerRegistration.sync',
      'api.VTTRegion.lines',
      'javascript.builtins.AsyncDisposableStack.use',
      'javascript.builtins.DisposableStack.dispose',
      'javascript.builtins.Error.isError',
      'javascript.builtins.Iterator.drop',
      'javascript.builtins.Iterator.take',
      'javascript.builtins.Iterator.toArray',
    ],
  },
  {
    why: 'An improvement of looks. Without it, everything is read and reached the same',
    features: [
      'css.properties.field-sizing',
      'css.properties.resize',
      'css.properties.scrollbar-gutter',
      'css.properties.scrollbar-width',
      'css.properties.text-box-edge',
      'css.properties.text-box-trim',
      'css.selectors.selection',
    ],
  },
];
