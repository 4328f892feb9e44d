// The services of one workspace, as tools and routes call them. Each lives in a Durable Object of the
// workspace, so every method is a promise.
import type { ToolServices as MemoryServices } from '../memory/tools/answer';

export interface Services {
	readonly memory: MemoryServices;
}
