package io.smartt.p4.pipeline.runtime;

import module java.base;

import io.smartt.p4.pipeline.PipelineProgram.PipelineLog;
import io.smartt.p4.pipeline.hash.HashAlgorithms;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.MeterCells;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.state.RegisterCells;
import org.jspecify.annotations.Nullable;

/** The state of one switch: the code of a program is shared and reaches it by index. */
public final class Machine {
  /** Indirect counters. */
  public final CounterCells[] counters;

  public final RegisterCells[] registers;

  /** Indirect meters. */
  public final MeterCells[] meters;

  /** Hashes, some of which keep count. */
  public final HashAlgorithms.HashAlgorithm[] hashes;

  /** Source of the {@code random} extern. */
  public final RandomGenerator random;

  /** Receives {@code log_msg}. */
  public final PipelineLog log;

  /** Tells somebody what packets meet; null where nobody wants to know. Only trees heed it. */
  public final @Nullable Observation observation;

  /**
   * A switch's own around its state.
   *
   * @param hashes names of the algorithms
   * @param observation observer of what packets meet, if there is one
   */
  public Machine(
      ProgramSchema schema,
      PipelineState state,
      List<String> hashes,
      RandomGenerator random,
      PipelineLog log,
      @Nullable Observation observation) {
    this.counters =
        schema.counters().stream()
            .map(counter -> state.counterCells(counter.name()))
            .toArray(CounterCells[]::new);
    this.registers =
        schema.registers().stream()
            .map(register -> state.registerCells(register.name()))
            .toArray(RegisterCells[]::new);
    this.meters =
        schema.meters().stream()
            .map(meter -> state.meterCells(meter.name()))
            .toArray(MeterCells[]::new);
    this.hashes =
        hashes.stream()
            .map(name -> HashAlgorithms.create(name, random).orElseThrow())
            .toArray(HashAlgorithms.HashAlgorithm[]::new);
    this.random = random;
    this.log = log;
    this.observation = observation;
  }
}
