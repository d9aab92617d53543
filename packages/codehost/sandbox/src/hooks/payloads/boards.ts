// Payloads of events about project items (v2) and cards of classic boards.

import { cardRecord } from "../../cards/records.ts"
import type { DomainEvent } from "../../domain-events/domain-events.ts"
import { issueNodeId } from "../../issues/records.ts"
import { issueOfContent } from "../../projects/content.ts"
import { type Content, type Field, fieldNodeId, itemNodeId, type Project, type Value } from "../../projects/projects.ts"
import { nodeId } from "../../records/node-id.ts"
import { repositoryById } from "../../repositories/repositories.ts"
import { pageAt, userById, type Writer } from "./writer.ts"

const contentNodeId = (writer: Writer, content: Content): string =>
  content.kind === "DraftIssue"
    ? nodeId("DI", content.id)
    : issueNodeId(
        pageAt(writer, repositoryById(writer.world, content.repositoryId)),
        issueOfContent(writer.world, content)
      )

/** An option with its name. Other values are returned unchanged. */
const valueIn = ({ kind, options }: Field, value: Value | undefined) => {
  if (value === undefined) return null
  const option = kind === "single_select" ? options.find(({ id }) => id === value) : undefined
  if (option === undefined) return value
  const { color, description, id, name } = option
  return { id, name, color, description }
}

const changesIn = (project: Project, { change }: DomainEvent<"projects_v2_item">["subject"]) =>
  change === undefined
    ? {}
    : {
        changes: {
          field_value: {
            field_node_id: fieldNodeId(project, change.field),
            field_type: change.field.kind,
            field_name: change.field.name,
            project_number: project.number,
            from: valueIn(change.field, change.from),
            to: valueIn(change.field, change.to)
          }
        }
      }

export const projectItems = (writer: Writer, { subject }: DomainEvent<"projects_v2_item">) => {
  const { action, item, project } = subject
  return {
    action,
    projects_v2_item: {
      id: item.id,
      node_id: itemNodeId(project, item),
      project_node_id: nodeId("PVT", project.id),
      content_node_id: contentNodeId(writer, item.content),
      content_type: item.content.kind,
      creator: userById(writer, item.creatorId),
      created_at: item.createdAt,
      updated_at: item.updatedAt,
      archived_at: null
    },
    ...changesIn(project, subject)
  }
}

export const cards = (writer: Writer, { subject: { action, card, fromColumnId } }: DomainEvent<"project_card">) => ({
  action,
  ...(fromColumnId === undefined ? {} : { changes: { column_id: { from: fromColumnId } } }),
  project_card: { ...cardRecord(writer, card), ...(action === "moved" ? { after_id: null } : {}) }
})
