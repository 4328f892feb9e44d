// The SDK's server, in a module of its own that is loaded at the first request that needs it: loading it builds
// every schema of the protocol, a third of what the start of an isolate would take.
import { McpServer } from '@modelcontextprotocol/server';
import type { ToolDefinition } from '../../gateway';
import { told } from './refusals';

export { createMcpHandler, isJsonContentType, ProtocolError } from '@modelcontextprotocol/server';

/** A server that names the schema of the tool that is called: the SDK checks `Mcp-Param-*` headers against it. */
export class GatewayServer extends McpServer {
	called: ToolDefinition | null = null;
	correlationId = '';
	refused: ((code: number) => void) | undefined;
	/** Error codes by request that go out as they are: the SDK gives clients of both revisions those of the newer. */
	readonly codes = new Map<unknown, number>();
	/** `execution` of listed tools by their names: the SDK drops it toward clients of the newer revision. */
	readonly executions = new Map<unknown, unknown>();

	override connect(transport: Parameters<McpServer['connect']>[0]): Promise<void> {
		const send = transport.send.bind(transport);
		transport.send = (message, options) => {
			if ('error' in message) {
				const error = told(message.error, this.correlationId);
				const code = this.codes.get(message.id) ?? error.code;
				this.refused?.(code);
				return send({ ...message, error: { ...error, code } }, options);
			}
			if (this.executions.size === 0 || !('result' in message)) return send(message, options);
			const { tools } = message.result;
			const whole = Array.isArray(tools) && tools.map((tool) => this.#withExecution(tool));
			const result = whole ? { ...message.result, tools: whole } : message.result;
			return send({ ...message, result }, options);
		};
		return super.connect(transport);
	}

	#withExecution(tool: { readonly name: string }): object {
		const execution = this.executions.get(tool.name);
		return execution === undefined ? tool : { ...tool, execution };
	}

	override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
		return this.called?.name === name ? { ...this.called.inputSchema } : undefined;
	}
}
