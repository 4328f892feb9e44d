// The Durable Object of a session: what happened in one conversation.
import { type Hosted, hostedObject } from '../adapters/cloudflare/hosted-object';

export class Session extends hostedObject((): Hosted => ({ services: {} })) {}
