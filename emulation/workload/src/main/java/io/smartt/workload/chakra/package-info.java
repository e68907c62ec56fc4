/**
 * Execution traces of Chakra (MLCommons): what each rank of a training step computes and sends,
 * collectives among it. Collectives become sends and receives here.
 */
@NullMarked
package io.smartt.workload.chakra;

import org.jspecify.annotations.NullMarked;
