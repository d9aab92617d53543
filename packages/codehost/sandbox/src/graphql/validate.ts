// Validates a document against the schema before it is executed. The rules and their messages are the library's; the
// error codes are the service's, one for each rule.
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

/** Returns an empty list if the document is valid. */
export const validate = (document: graphql.DocumentNode): ReadonlyArray<GraphqlProblem> =>
  // Runs the rules one by one, because an error does not name the rule that found it.
  graphql.specifiedRules.flatMap((rule) => {
    const code = codes.get(rule)
    return graphql
      .validate(schema, document, [rule])
      .map((error) => ({ ...error.toJSON(), ...(code === undefined ? {} : { extensions: { code } }) }))
  })
