// States of a result in a context, in words for people.
import type { LedgerCall } from '../../../transient';

export const STATES: Readonly<Record<LedgerCall['state'], string>> = {
	plain: 'kept',
	transient: 'kept until it is used',
	consumed: 'kept; it used others up',
	used: 'used: could leave',
	collapsed: 'left',
	forgotten: 'gone with a cleared context',
};
