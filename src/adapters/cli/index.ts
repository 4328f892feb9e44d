// The face of adapters/cli: all that other rooms may import.
export { createProgram } from './program';
