// Discussions of repositories: threads with a category, comments and one level of replies.

export interface DiscussionComment {
  readonly id: number
  readonly body: string
  readonly authorId: number
  readonly createdAt: string
  readonly updatedAt: string
  /** Id of the comment that this one replies to. */
  readonly parentId: number | null
}

export interface Category {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly emoji: string
  readonly description: string
  readonly isAnswerable: boolean
}

export interface Discussion {
  readonly id: number
  readonly number: number
  readonly repositoryId: number
  readonly title: string
  readonly body: string
  readonly authorId: number
  readonly category: Category
  readonly createdAt: string
  updatedAt: string
  readonly comments: Array<DiscussionComment>
}

const category = (id: number, name: string, emoji: string, description: string, isAnswerable = false): Category => ({
  id,
  name,
  slug: name.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
  emoji,
  description,
  isAnswerable
})

/** The categories that every repository has. */
export const categories: ReadonlyArray<Category> = [
  category(9001, "Announcements", ":mega:", "Updates from maintainers"),
  category(9002, "General", ":speech_balloon:", "Chat about anything and everything here"),
  category(9003, "Ideas", ":bulb:", "Share ideas for new features"),
  category(9004, "Q&A", ":pray:", "Ask the community for help", true)
]

/** Discussions of a repository, oldest first. */
export const discussionsOf = (
  { discussions }: { readonly discussions: ReadonlyArray<Discussion> },
  repositoryId: number
): ReadonlyArray<Discussion> => discussions.filter((one) => one.repositoryId === repositoryId)
