// Classic project boards: columns of cards. Only old enterprise servers still have them.

export interface Card {
  readonly id: number
  columnId: number
  readonly projectId: number
  readonly repositoryId: number
  readonly note: string | null
  /** Number of the issue that the card shows. */
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
