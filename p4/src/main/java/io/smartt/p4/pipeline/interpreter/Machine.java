package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.PipelineLog;
import io.smartt.p4.pipeline.hash.HashAlgorithm;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.MeterCells;
import io.smartt.p4.pipeline.state.RegisterCells;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What is one switch's own: the nodes of a program are shared and reach it by index. */
final class Machine {
  final CounterCells[] counters;
  final RegisterCells[] registers;
  final MeterCells[] meters;
  final HashAlgorithm[] hashes;
  final RandomGenerator random;
  final PipelineLog log;

  /** Tells somebody what packets meet; null where nobody wants to know. */
  final @Nullable Observation observation;

  Machine(
      CounterCells[] counters,
      RegisterCells[] registers,
      MeterCells[] meters,
      HashAlgorithm[] hashes,
      RandomGenerator random,
      PipelineLog log,
      @Nullable Observation observation) {
    this.counters = counters;
    this.registers = registers;
    this.meters = meters;
    this.hashes = hashes;
    this.random = random;
    this.log = log;
    this.observation = observation;
  }
}
