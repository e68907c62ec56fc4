package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.PipelineLog;
import io.smartt.p4.pipeline.hash.HashAlgorithm;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.MeterCells;
import io.smartt.p4.pipeline.state.RegisterCells;
import java.util.random.RandomGenerator;

/** What is one switch's own: the nodes of a program are shared and reach it by index. */
final class Machine {
  final CounterCells[] counters;
  final RegisterCells[] registers;
  final MeterCells[] meters;
  final HashAlgorithm[] hashes;
  final RandomGenerator random;
  final PipelineLog log;

  Machine(
      CounterCells[] counters,
      RegisterCells[] registers,
      MeterCells[] meters,
      HashAlgorithm[] hashes,
      RandomGenerator random,
      PipelineLog log) {
    this.counters = counters;
    this.registers = registers;
    this.meters = meters;
    this.hashes = hashes;
    this.random = random;
    this.log = log;
  }
}
