// The Durable Object of a workspace's telemetry: its newest records and roll-ups.
import { type Hosted, hostedObject } from '../adapters/cloudflare/hosted-object';

export class Telemetry extends hostedObject((): Hosted => ({ services: {} })) {}
