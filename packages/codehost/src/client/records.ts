/** The types of the inputs and results of the client's methods. */
export type { Branch, BranchName, BranchQuery, CreatedBranch, NewBranch, Ref } from "../schema/Branch.ts"
export type {
  CollaboratorChange,
  CollaboratorName,
  CollaboratorPermission,
  Invitation,
  NewPermission,
  Permission
} from "../schema/Collaborator.ts"
export type { ChangedFile, Commit, CommitName, CommitQuery } from "../schema/Commit.ts"
export type {
  Author,
  Content,
  ContentPath,
  Edit,
  Entry,
  FileChange,
  FileDeletion,
  FileWrite,
  Signature,
  WrittenFile
} from "../schema/Content.ts"
export type {
  Discussion,
  DiscussionComment,
  DiscussionList,
  DiscussionQuery,
  DiscussionThread,
  ThreadList,
  ThreadQuery
} from "../schema/Discussion.ts"
export type { Gist, GistChange, GistFile, GistName, GistQuery, NewGist } from "../schema/Gist.ts"
export type {
  Assignees,
  Comment,
  Issue,
  IssueChange,
  IssueName,
  IssueQuery,
  Label,
  Milestone,
  NewComment,
  NewIssue,
  WrittenIssue
} from "../schema/Issue.ts"
export type { Page, PageInput } from "../schema/Page.ts"
export type { ProjectField, ProjectItem, ProjectItemStatus, StatusChange } from "../schema/Project.ts"
export type {
  CreatedPullRequest,
  Merge,
  MergeRequest,
  NewPullRequest,
  PullRequest,
  PullRequestChange,
  PullRequestName,
  PullRequestQuery,
  ReviewRequest
} from "../schema/PullRequest.ts"
export type { RateLimits, ResourceLimit } from "../schema/RateLimits.ts"
export type { Asset, Release } from "../schema/Release.ts"
export type { NewRepository, OwnRepositories, Repository, RepositoryName, Rights } from "../schema/Repository.ts"
export type { RequestedReviewers, Review, Reviewer, Reviewers } from "../schema/Review.ts"
export type { SearchPage, SearchQuery } from "../schema/Search.ts"
export type { Identity, Team, User } from "../schema/User.ts"
export type {
  Accepted,
  Dispatch,
  DispatchRequest,
  Outcome,
  RunName,
  RunPage,
  RunQuery,
  Workflow,
  WorkflowName,
  WorkflowRun
} from "../schema/Workflow.ts"
export type { RunStatus } from "../schema/run-filters.ts"
