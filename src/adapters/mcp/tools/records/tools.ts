// The toolset `records`.
import { findRecords } from './find-records';
import { recallAnalysis } from './recall-analysis';
import { searchRecords } from './search-records';
import { storeAnalysisMemory } from './store-analysis-memory';

export const RECORDS_TOOLSET = [searchRecords, findRecords, storeAnalysisMemory, recallAnalysis];
