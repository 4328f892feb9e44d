// The in-memory config store keeps the contract.
import { createMemoryConfigStore } from '../../../src/adapters/local/memory-config-store';
import { configStoreContract } from '../../config/store-contract';

configStoreContract('memory', async () => createMemoryConfigStore());
