// The in-memory store keeps the contract.
import { createMemoryHubStore } from '../../../src/adapters/local/memory-hub-store';
import { memoryStoreContract } from '../../memory/store-contract';

memoryStoreContract('memory', createMemoryHubStore);
