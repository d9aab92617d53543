// Creates a repository with the service's default settings.

import { makeGitStore } from "../git/store.ts"
import type { Repository } from "./repositories.ts"

export type RepositoryStart = Pick<Repository, "id" | "name" | "ownerId" | "createdAt"> & Partial<Repository>

export const newRepository = (start: RepositoryStart): Repository => ({
  private: false,
  description: null,
  homepage: null,
  language: null,
  topics: [],
  license: null,
  parentId: null,
  archived: false,
  isTemplate: false,
  defaultBranch: "main",
  hasIssues: true,
  hasProjects: true,
  hasWiki: true,
  hasDiscussions: false,
  allowSquashMerge: true,
  allowMergeCommit: true,
  allowRebaseMerge: true,
  allowAutoMerge: false,
  allowForking: true,
  deleteBranchOnMerge: false,
  updatedAt: start.createdAt,
  pushedAt: start.createdAt,
  openIssuesCount: 0,
  collaborators: new Map(),
  invitations: new Map(),
  stars: new Map(),
  watchers: new Set(),
  protectedBranches: new Set(),
  git: makeGitStore(),
  ...start
})
