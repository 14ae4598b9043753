import Conformance
import Exemplar

@main struct Program: ExemplarMain {}
