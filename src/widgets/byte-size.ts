export { formatBytes, formatCount, formatNumberIs, formatNumberOf } from '../base/amounts.ts';
