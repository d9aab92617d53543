// A document held against the schema before anything of it runs. The rules and their wording are the library's; the
// codes are those of the service, one for what each rule finds.
// Source: https://github.com/rmosolgo/graphql-ruby/tree/master/lib/graphql/static_validation/rules

import * as graphql from "graphql"

import type { GraphqlProblem } from "./errors.ts"
import { schema } from "./schema.ts"

const codes: ReadonlyMap<graphql.ValidationRule, string> = new Map([
  [graphql.FieldsOnCorrectTypeRule, "undefinedField"],
  [graphql.KnownArgumentNamesRule, "argumentNotAccepted"],
  [graphql.KnownFragmentNamesRule, "useAndDefineFragment"],
  [graphql.KnownTypeNamesRule, "undefinedType"],
  [graphql.NoFragmentCyclesRule, "infiniteLoop"],
  [graphql.NoUndefinedVariablesRule, "variableNotDefined"],
  [graphql.NoUnusedFragmentsRule, "useAndDefineFragment"],
  [graphql.NoUnusedVariablesRule, "variableNotUsed"],
  [graphql.OverlappingFieldsCanBeMergedRule, "fieldConflict"],
  [graphql.PossibleFragmentSpreadsRule, "cannotSpreadFragment"],
  [graphql.ProvidedRequiredArgumentsRule, "missingRequiredArguments"],
  [graphql.ScalarLeafsRule, "selectionMismatch"],
  [graphql.ValuesOfCorrectTypeRule, "argumentLiteralsIncompatible"],
  [graphql.VariablesAreInputTypesRule, "variableRequiresValidType"],
  [graphql.VariablesInAllowedPositionRule, "variableMismatch"]
])

/** Nothing is found where the document may run. */
export const validate = (document: graphql.DocumentNode): ReadonlyArray<GraphqlProblem> =>
  // Rule by rule, as an error does not say which one found it.
  graphql.specifiedRules.flatMap((rule) => {
    const code = codes.get(rule)
    return graphql
      .validate(schema, document, [rule])
      .map((error) => ({ ...error.toJSON(), ...(code === undefined ? {} : { extensions: { code } }) }))
  })
