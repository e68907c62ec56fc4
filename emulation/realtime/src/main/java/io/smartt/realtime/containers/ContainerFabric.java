package io.smartt.realtime.containers;

import java.nio.file.Path;

/** Hosts and switches that this run has started and removes. */
public interface ContainerFabric extends FabricNodes, AutoCloseable {
  /** Writes what each container has said, if anything, to {@code <node>.log}. */
  void saveLogs(Path folder);

  /** Removes everything. */
  @Override
  void close();
}
