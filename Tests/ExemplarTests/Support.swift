import Exemplar
import TestSupport

/// Runs the spec from code, in declared order, and returns the trace.
func traced(_ spec: SpecNode) async -> Trace {
  var options = RunOptions()
  options.order = .defined
  options.jobs = 1
  return await Trace { [options] report in await Exemplar.run([spec], options, report) }
}
