// Classic project boards, which only old enterprise servers still have: columns of cards.

export interface Card {
  readonly id: number
  columnId: number
  readonly projectId: number
  readonly repositoryId: number
  readonly note: string | null
  /** Number of the issue that it shows. */
  readonly issueNumber: number | null
  readonly creatorId: number
  readonly createdAt: string
  updatedAt: string
}

export interface Column {
  readonly id: number
  readonly projectId: number
  readonly repositoryId: number
  readonly name: string
}

export interface Boards {
  readonly columns: Array<Column>
  readonly cards: Array<Card>
}
