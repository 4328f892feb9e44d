// The in-memory workflow stores keep the contracts.
import {
	createMemoryDefinitionStore,
	createMemoryRunStore,
} from '../../../src/adapters/local/memory-workflow-store';
import { definitionStoreContract, runStoreContract } from '../../workflow/store-contract';

definitionStoreContract('memory', createMemoryDefinitionStore);
runStoreContract('memory', createMemoryRunStore);
