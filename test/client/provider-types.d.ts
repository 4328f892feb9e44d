// As much of the providers' types as this repository's own code is read with. The packages themselves are
// fetched for one test alone, which compiles against them what these conversations become.
declare module '@anthropic-ai/sdk' {
	namespace Anthropic {
		interface TextBlockParam {
			type: 'text';
			text: string;
			cache_control?: { type: 'ephemeral' } | null;
		}
		interface ToolUseBlockParam {
			type: 'tool_use';
			id: string;
			name: string;
			input: unknown;
		}
		interface ToolResultBlockParam {
			type: 'tool_result';
			tool_use_id: string;
			is_error?: boolean;
			content?: string | TextBlockParam[];
		}
		type ContentBlockParam = TextBlockParam | ToolUseBlockParam | ToolResultBlockParam;
		interface MessageParam {
			role: 'user' | 'assistant';
			content: string | ContentBlockParam[];
		}
	}
	export default Anthropic;
}

declare module 'openai' {
	namespace OpenAI {
		interface ChatCompletionMessageParam {
			role: 'user' | 'assistant' | 'tool';
			content?: string | object[];
			tool_calls?: object[];
			tool_call_id?: string;
		}
		namespace Responses {
			type ResponseInputItem =
				| { role: 'user'; content: string }
				| { type: 'function_call'; call_id: string; name: string; arguments: string }
				| { type: 'function_call_output'; call_id: string; output: string | object[] };
		}
	}
	export default OpenAI;
}
