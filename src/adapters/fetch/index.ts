// The face of adapters/fetch: all that other rooms may import.
export { type BodyFault, readBoundedText } from './bounded-body';
export { postJson } from './webhook';
export { within } from './within';
