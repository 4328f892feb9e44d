import { createMemoryPayloadStore } from '../../../src/adapters/local/replay-payload-store';
import { payloadStoreContract } from '../../replay/payload-store-contract';

payloadStoreContract('memory', async () => createMemoryPayloadStore());
