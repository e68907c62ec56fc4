package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.BaseEncoding;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.smartt.softswitch.p4runtime.WriteBatch.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.p4.v1.Error;

/** The errors of a batch reach a client that takes gRPC's usual 8 KiB of metadata. */
class P4ErrorsTest {
  private static final String LONG = "table 'MyIngress.ipv4_lpm' ".repeat(10);

  /** Trailers other than the details, their 32 bytes of overhead each included. */
  private static final int OTHER_BYTES = 280;

  private static Status failing(int updates) {
    StatusRuntimeException failure =
        P4RuntimeService.failure(
            "updates",
            Collections.nCopies(updates, new Outcome.Refused(Code.INVALID_ARGUMENT, LONG)));
    return Objects.requireNonNull(StatusProto.fromThrowable(failure));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 50, 100})
  void manyFailingUpdatesFitEightKibibytes(int updates) throws InvalidProtocolBufferException {
    Status status = failing(updates);

    assertThat(status.getDetailsCount()).isEqualTo(updates);
    assertThat(BaseEncoding.base64().encode(status.toByteArray()).length())
        .isLessThan(8192 - OTHER_BYTES);
    for (com.google.protobuf.Any detail : status.getDetailsList()) {
      Error error = detail.unpack(Error.class);
      assertThat(error.getCanonicalCode()).isEqualTo(Code.INVALID_ARGUMENT.value());
      assertThat(error.getMessage()).startsWith("table");
    }
  }

  /** gRPC's C core reads no trailers above 16 KiB, and above 8 KiB only with luck. */
  @ParameterizedTest
  @ValueSource(ints = {109, 110, 150, 250, 1_000, 40_000})
  void noBatchIsTooLargeForAClient(int updates) throws InvalidProtocolBufferException {
    Status status = failing(updates);

    assertThat(status.getMessage()).startsWith(updates + " of " + updates + " updates failed");
    assertThat(
            BaseEncoding.base64().encode(status.toByteArray()).length()
                + status.getMessage().length())
        .isLessThan(8192 - OTHER_BYTES);
    assertThat(status.getDetailsCount()).isBetween(90, updates);
    Error first = status.getDetails(0).unpack(Error.class);
    assertThat(first.getCanonicalCode()).isEqualTo(Code.INVALID_ARGUMENT.value());
    assertThat(first.getMessage()).startsWith("table");
  }

  @Test
  void theFirstErrorIsToldWhereItsDetailsHaveNoRoom() {
    List<Outcome> outcomes = new ArrayList<>(Collections.nCopies(5_000, new Outcome.Done()));
    outcomes.set(4_242, new Outcome.Refused(Code.NOT_FOUND, "no such entry"));
    StatusRuntimeException failure = P4RuntimeService.failure("updates", outcomes);

    assertThat(failure)
        .hasMessageContaining("1 of 5000 updates failed")
        .hasMessageContaining("first failed number 4243, NOT_FOUND: no such entry");
  }

  @Test
  void fewErrorsAreToldInFull() throws InvalidProtocolBufferException {
    assertThat(failing(3).getDetails(2).unpack(Error.class).getMessage()).isEqualTo(LONG);
  }
}
