// Exports under the configuration in force: whose they are, and the links to them.
import type { Principal } from '../../auth';
import type { Config } from '../../config';
import { err, ok, type Result } from '../../shared/result';
import { isOffered } from '../handles/grants';
import type { HandleStore } from '../handles/handle-store';
import { type ExportCall, type Exported, type ExportFault, exportResult } from './exporter';
import { ResultStore, type Turns } from './result-store';

/** Dependencies of exports, for all workspaces: the configuration is read each time. */
export interface ExportsPorts {
	configOf(workspace: string): Promise<Config>;
	handlesUnder(config: Config): HandleStore;
	/** Turns of questions; at once unless told. */
	readonly turns?: Turns;
	/** Seals links: the text opens for the export that it was made for alone. */
	readonly links: {
		seal(text: string, place: string): Promise<string>;
		open(sealed: string, place: string): Promise<string | undefined>;
	};
	/** Seconds since 1970. */
	readonly now: () => number;
}

/** The reason why there is no link. */
export interface LinkFault {
	readonly code: ExportFault['code'] | 'links_off';
	readonly message: string;
}

/** A principal who came in, and the bearer token that they brought, if any. */
export interface LinkOwner extends Pick<Principal, 'id' | 'workspace'> {
	readonly token?: string | undefined;
}

/** Exports of every workspace, to a principal or to who brings a link of one. */
export class Exports {
	constructor(private readonly ports: ExportsPorts) {}

	async export(
		call: ExportCall,
		caller: Parameters<typeof exportResult>[2],
	): Promise<Result<Exported, ExportFault>> {
		const { handlesUnder, now, configOf, turns } = this.ports;
		const config = await configOf(caller.principal.workspace);
		const keeper = new ResultStore({
			config,
			handleStore: handlesUnder(config),
			...(turns && { turns }),
			now,
			isOffered: (endpoint) => isOffered(config, endpoint),
		});
		return exportResult(call, keeper, caller);
	}

	/** Makes a link to an export that can be made; it rests on the token that its owner came in with, or on who they are. */
	async link(
		call: ExportCall,
		principal: Principal,
		token?: string,
	): Promise<Result<{ readonly link: string; readonly expires: number }, LinkFault>> {
		const { configOf, links, now } = this.ports;
		const { exportLinkSeconds } = await configOf(principal.workspace);
		if (exportLinkSeconds === 0) return err(LINKS_OFF);
		const exported = await this.export(call, { principal });
		if (!exported.ok) return exported;
		const { workspace, id } = principal;
		const expires = now() + exportLinkSeconds;
		const link = await links.seal(JSON.stringify({ id, workspace, expires, token }), placeOf(call));
		return ok({ link, expires });
	}

	/** Opens a link; undefined for one that is altered, of another export, or longer-lived than links may be now. */
	async linked(call: ExportCall, link: string): Promise<LinkOwner | undefined> {
		const { configOf, links, now } = this.ports;
		const text = await links.open(link, placeOf(call));
		if (text === undefined) return undefined;
		const { expires, ...owner } = JSON.parse(text) as LinkOwner & { readonly expires: number };
		const { exportLinkSeconds } = await configOf(owner.workspace);
		const seconds = expires - now();
		return seconds > 0 && seconds <= exportLinkSeconds ? owner : undefined;
	}
}

const placeOf = ({ handle, select, pointer, format }: ExportCall): string =>
	JSON.stringify([handle, select, pointer, format]);

const LINKS_OFF: LinkFault = {
	code: 'links_off',
	message:
		'Links are off here. The configuration turns them on: exportLinkSeconds says how long one opens.',
};
