// The playground: a real MCP client in the browser, against this server. What it shows it asks for itself;
// without a script the page says how to look otherwise.
import type { Places } from './place';

export function playgroundRoutes({ get }: Places): void {
	get('/playground', 'Playground', async (c, api, csrf) => {
		const names = (await api.get('/health')).body?.upstreams?.map(({ name }) => name) ?? [];
		return {
			islands: ['playground'],
			hasMedia: true,
			content: (
				<>
					<p class="lead">
						What a tool gives, beside what a model gets of it. The client in this page calls as you
						do; its calls are counted apart.
					</p>
					<div
						id="playground"
						data-upstreams={JSON.stringify(names)}
						data-csrf={csrf}
						data-tool={c.req.query('tool') ?? ''}
						data-server={c.req.query('server') ?? ''}
					>
						<p class="empty">
							The playground is a program of this page: it needs JavaScript in your browser.
						</p>
					</div>
				</>
			),
		};
	});
}
