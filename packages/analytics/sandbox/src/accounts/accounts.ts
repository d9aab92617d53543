// Accounts, their properties, and the roles of principals.

import type { countingMethods, propertyTypes, serviceLevels, streamTypes } from "../protocol/enums.ts"

export interface Account {
  readonly id: string
  readonly displayName: string
}

export interface Property {
  readonly id: string
  readonly accountId: string
  readonly propertyType: keyof typeof propertyTypes
  readonly serviceLevel: keyof typeof serviceLevels
  readonly createTime: string
  updateTime: string
  displayName: string
  industryCategory: string
  timeZone: string
  currencyCode: string
  deleteTime: string | null
  expireTime: string | null
}

export interface DataStream {
  readonly id: string
  readonly propertyId: string
  readonly type: keyof typeof streamTypes
  readonly createTime: string
  updateTime: string
  displayName: string
  /** Of a web stream only. */
  readonly measurementId: string
  defaultUri: string
  /** Of an app stream only: the Android package name or the iOS bundle id. */
  readonly appId: string
}

export interface KeyEvent {
  readonly id: string
  readonly propertyId: string
  readonly eventName: string
  readonly createTime: string
  readonly custom: boolean
  readonly deletable: boolean
  countingMethod: keyof typeof countingMethods
  defaultValue: { readonly numericValue: number; readonly currencyCode: string } | null
}

const roles = ["viewer", "editor", "administrator"] as const
export type Role = (typeof roles)[number]

/** Someone who can sign in: a person or a service account. */
export interface Principal {
  readonly id: string
  readonly email: string
  readonly name: string
  /** Roles on whole accounts and on single properties, by id. The higher role applies. */
  readonly accounts: Record<string, Role>
  readonly properties: Record<string, Role>
  /** Data that the principal cannot see in any property. */
  readonly restrictions: ReadonlyArray<"COST_DATA" | "REVENUE_DATA">
}

export interface World {
  readonly accounts: Map<string, Account>
  readonly properties: Map<string, Property>
  readonly streams: Map<string, DataStream>
  readonly keyEvents: Map<string, KeyEvent>
  readonly principals: Map<string, Principal>
  /** The id of the next record that is created. */
  nextId: number
}

const rank = (role: Role | undefined): number => (role === undefined ? -1 : roles.indexOf(role))

export const hasRole = (role: Role | undefined, least: Role): boolean => rank(role) >= rank(least)

export const accountRole = ({ accounts }: Principal, accountId: string): Role | undefined => accounts[accountId]

export const propertyRole = ({ accounts, properties }: Principal, { accountId, id }: Property): Role | undefined => {
  const [whole, single] = [accounts[accountId], properties[id]]
  return rank(whole) > rank(single) ? whole : single
}

/** Whether the principal sees the account: it has a role on the account or on one of its properties. */
export const seesAccount = (world: World, principal: Principal, accountId: string): boolean =>
  accountRole(principal, accountId) !== undefined ||
  [...world.properties.values()].some(
    (property) => property.accountId === accountId && propertyRole(principal, property) !== undefined
  )

export const streamsOf = (world: World, propertyId: string): ReadonlyArray<DataStream> =>
  [...world.streams.values()].filter((stream) => stream.propertyId === propertyId)

export const keyEventsOf = (world: World, propertyId: string): ReadonlyArray<KeyEvent> =>
  [...world.keyEvents.values()].filter((keyEvent) => keyEvent.propertyId === propertyId)
