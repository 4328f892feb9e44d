// Rows of any table, read column by column.
import type { SqlValue } from '../../shared/sql';

export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement. */
export type Rows = (statement: string, ...bindings: readonly SqlValue[]) => readonly Row[];

/** A column that is never null. */
export const text = (row: Row, name: string): string => String(row[name]);

/** A column that is a whole number. */
export const count = (row: Row, name: string): number => Number(row[name]);
