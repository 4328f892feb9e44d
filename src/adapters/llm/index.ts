// The face of adapters/llm: all that other rooms may import.
export { targetOf } from './forward';
export { PassThrough } from './pass-through';
