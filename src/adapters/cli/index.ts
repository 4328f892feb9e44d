// The command line: the program `loadline` and its commands (docs/reference/cli.md).
export { createProgram } from './program';
