import Exemplar
import ShelfSpecs

// A program that runs the spec of the shelf, with the options of `exemplar test`.

@main struct RunCost: ExemplarMain {}
