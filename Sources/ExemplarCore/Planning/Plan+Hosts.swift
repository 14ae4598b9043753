extension Plan {
  /// The part of the plan whose modules `isKept` accepts.
  ///
  /// Where several hosts share the specs of a program, each plans all of them, so that a selection
  /// and a focus mean the same to all, and then keeps its own. A part without specs is no failure;
  /// a plan with nothing to run stays one.
  package func keeping(modules isKept: (String) -> Bool) -> Plan {
    let kept = runGroups.map { $0.filter { isKept($0.info.id.parent?.name ?? "") } }
      .filter { !$0.isEmpty }
    var plan = Plan(
      options: options, runGroups: kept, runnable: kept.examples.count(where: \.isRunnable),
      notSelected: notSelected, focused: focused,
      issues: issues.filter { issue in
        issue.id.map { isKept($0.components.first ?? "") } ?? true
      }, nothingToRun: nothingToRun)
    plan.includedShared = includedShared
    return plan
  }
}
