// Exports under the configuration in force: whose they are, and the links to them.
import type { Principal } from '../../auth';
import type { Config } from '../../config';
import { err, ok, type Result } from '../../shared/result';
import type { HandleStore } from '../handles/handle-store';
import type { Hmac } from '../handles/handles';
import { isOffered } from '../handles/offered';
import { type ExportLink, openLink, signLink } from './export-link';
import { type ExportCall, type Exported, type ExportFault, exportResult } from './exporter';
import { ResultStore } from './result-store';
import type { Turns } from './turns';

/** Dependencies of exports, for all workspaces: the configuration is read each time. */
export interface ExportsPorts {
	configOf(workspace: string): Promise<Config>;
	/** The handle store as it is under a configuration. */
	handlesUnder(config: Config): HandleStore;
	/** Turns of questions; at once unless told. */
	readonly turns?: Turns;
	readonly hmac: Hmac;
	/** Seconds since 1970. */
	readonly now: () => number;
}

/** Why there is no link. */
export interface LinkFault {
	readonly code: ExportFault['code'] | 'links_off';
	readonly message: string;
}

/** Exports of every workspace, to a principal or to who brings a link signed for one. */
export class Exports {
	constructor(private readonly ports: ExportsPorts) {}

	async export(call: ExportCall, principal: Principal): Promise<Result<Exported, ExportFault>> {
		const { handlesUnder, now, configOf, turns } = this.ports;
		const config = await configOf(principal.workspace);
		const keeper = new ResultStore({
			config,
			handleStore: handlesUnder(config),
			...(turns && { turns }),
			now,
			isOffered: (endpoint) => isOffered(config, endpoint),
		});
		return exportResult(call, keeper, principal);
	}

	/** A link to an export that can be made. */
	async link(
		call: ExportCall,
		principal: Principal,
	): Promise<Result<ExportLink & { readonly signature: string }, LinkFault>> {
		const { configOf, hmac, now } = this.ports;
		const { exportLinkSeconds } = await configOf(principal.workspace);
		if (exportLinkSeconds === 0) return err(LINKS_OFF);
		const exported = await this.export(call, principal);
		if (!exported.ok) return exported;
		const { workspace, id } = principal;
		const link = { workspace, principal: id, expires: now() + exportLinkSeconds };
		const signature = await signLink(call, link, hmac);
		return signature === undefined ? err(LINKS_OFF) : ok({ ...link, signature });
	}

	/** Opens a link; undefined for an invalid one. */
	async linked(
		call: ExportCall,
		link: ExportLink,
		signature: string,
	): Promise<Principal | undefined> {
		const { configOf, hmac, now } = this.ports;
		// What is not signed asks for no configuration.
		const by = { hmac, now: now(), linkSeconds: MOST_LINK_SECONDS };
		const owner = await openLink(call, link, signature, by);
		if (!owner) return undefined;
		const { exportLinkSeconds } = await configOf(owner.workspace);
		return link.expires - by.now <= exportLinkSeconds ? owner : undefined;
	}
}

const MOST_LINK_SECONDS = 86_400;

const LINKS_OFF: LinkFault = {
	code: 'links_off',
	message:
		'Links are off here. The configuration turns them on: exportLinkSeconds says how long one opens.',
};
