// A table read without a pause.
import { inOneGo } from '../../src/shared/slices';
import { readingTable, type Table } from '../../src/shared/table';

export const readTable = (...of: Parameters<typeof readingTable>): Table | undefined =>
	inOneGo(readingTable(...of));
