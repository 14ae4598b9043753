import Contract
import Exemplar

@main struct Program: ExemplarMain {}
