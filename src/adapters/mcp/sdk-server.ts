// The SDK's server, in a module of its own that is loaded at the first request that needs it: loading it builds
// every schema of the protocol, a third of what the start of an isolate would take.
import { McpServer } from '@modelcontextprotocol/server';
import type { ToolDefinition } from '../../gateway';

export { createMcpHandler, isJsonContentType, ProtocolError } from '@modelcontextprotocol/server';

/** A server that names the schema of the tool that is called: the SDK checks `Mcp-Param-*` headers against it. */
export class GatewayServer extends McpServer {
	called: ToolDefinition | null = null;

	override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
		return this.called?.name === name ? { ...this.called.inputSchema } : undefined;
	}
}
