// Before each file of tests: the number of inputs of a property that names none.
import fc from 'fast-check';
import { inputs } from './fuzz-runs';

fc.configureGlobal(inputs(100));
