// The workflows that come with Loadline: the files of examples/workflows, as text.
import draftAndRefine from '../../examples/workflows/draft-and-refine.yaml';
import pageThrough from '../../examples/workflows/page-through.yaml';
import tasksOneByOne from '../../examples/workflows/tasks-one-by-one.yaml';

export const BUNDLED_WORKFLOWS: readonly string[] = [draftAndRefine, pageThrough, tasksOneByOne];
