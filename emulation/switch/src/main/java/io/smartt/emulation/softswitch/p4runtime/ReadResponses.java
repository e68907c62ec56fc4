package io.smartt.emulation.softswitch.p4runtime;

import java.util.ArrayList;
import java.util.List;
import org.p4.v1.Entity;
import org.p4.v1.ReadResponse;

/** Packs entities into responses that stay well below gRPC's usual limit of 4 MiB a message. */
final class ReadResponses {
  private static final int RESPONSE_BYTES = 1 << 20;

  private final List<ReadResponse> responses = new ArrayList<>();
  private ReadResponse.Builder open = ReadResponse.newBuilder();
  private int openBytes;

  void add(Entity entity) {
    open.addEntities(entity);
    openBytes += entity.getSerializedSize();
    if (openBytes >= RESPONSE_BYTES) {
      close();
    }
  }

  List<ReadResponse> finish() {
    if (open.getEntitiesCount() > 0) {
      close();
    }
    return responses;
  }

  private void close() {
    responses.add(open.build());
    open = ReadResponse.newBuilder();
    openBytes = 0;
  }
}
