package io.smartt.host.transport;

import static io.smartt.host.transport.DeadlineHeapTest.connection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.transport.NumberShare.ConnectionIds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link NumberShare}. */
@Timeout(10)
class NumberShareTest {
  private static final int LIMIT = 1 << 16;

  private final ConnectionIds ids = new ConnectionIds();

  @Test
  void sharesOfAnyCountGiveOutEachNumberOnce() {
    for (int count : new int[] {1, 2, 3, 7, 64}) {
      Set<Long> given = new HashSet<>();
      for (int index = 0; index < count; index++) {
        NumberShare share = new NumberShare(index, count, 0);
        long number = index;
        for (long i = 0; i < share.below(LIMIT); i++) {
          assertThat(given.add(number)).as("%d of %s", number, share).isTrue();
          assertThat(number % count).isEqualTo(index);
          number = share.after(number, LIMIT);
        }
        assertThat(number).as("goes round").isEqualTo(index);
      }
      assertThat(given).hasSize(LIMIT);
    }
  }

  @Test
  void aShareMayBeginWithAnyOfItsNumbers() {
    for (int turn : new int[] {0, 1, 9_361, 9_362, 65_535}) {
      NumberShare share = new NumberShare(3, 7, turn);

      assertThat(share.first(LIMIT)).isLessThan(LIMIT);
      assertThat(share.first(LIMIT) % 7).isEqualTo(3);
    }
    assertThat(new NumberShare(3, 7, 2).first(LIMIT)).isEqualTo(17);
    assertThat(new NumberShare(0, 1, LIMIT + 5).first(LIMIT)).isEqualTo(5);
  }

  @Test
  void aShareThatIsNoneIsRefused() {
    assertThatThrownBy(() -> new NumberShare(2, 2, 0)).hasMessage("share 2 of 2 from 0");
    assertThatThrownBy(() -> new NumberShare(0, 65, 0)).hasMessage("share 0 of 65 from 0");
    assertThatThrownBy(() -> new NumberShare(-1, 2, 0)).hasMessage("share -1 of 2 from 0");
    assertThatThrownBy(() -> new NumberShare(0, 0, 0)).hasMessage("share 0 of 0 from 0");
    assertThatThrownBy(() -> new NumberShare(0, 2, -1)).hasMessage("share 0 of 2 from -1");
  }

  @Test
  void aNumberComesBackAsLateAsPossible() {
    SendConnection first = connection(ids.nextFree());
    assertThat(first.id()).isZero();
    ids.put(first);
    ids.remove(first);
    assertThat(ids.find(0)).isNull();
    assertThat(ids.nextFree()).isEqualTo(1);
  }

  @Test
  void whenAllNumbersOfAShareAreTakenTheOneThatIsReturnedIsNext() {
    ids.share(new NumberShare(63, 64, 1023));
    List<Integer> given = new ArrayList<>();
    for (int i = 0; i < 1024; i++) {
      int id = ids.nextFree();
      given.add(id);
      ids.put(connection(id));
    }
    assertThat(given).startsWith(65_535, 63, 127).doesNotHaveDuplicates();
    assertThatThrownBy(ids::nextFree)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a host can have 1024 connections open, all are");
    SendConnection returned = ids.get(63 + 64 * 500);
    ids.remove(returned);
    assertThat(ids.nextFree()).isEqualTo(returned.id());
    ids.put(returned);
    assertThatThrownBy(ids::nextFree).as("all again").isInstanceOf(IllegalStateException.class);
  }

  /** Sixteen is what there is room for at first. */
  @ParameterizedTest
  @ValueSource(ints = {0, 15, 16, 40, 65_535})
  void aConnectionIsFoundByItsNumberAndNoOther(int id) {
    SendConnection connection = connection(id);
    ids.put(connection);
    assertThat(ids.get(id)).isSameAs(connection);
    assertThat(ids.find(id)).isSameAs(connection);
    assertThat(ids.find(id ^ 1)).isNull();
    assertThat(ids.find(id + 1)).isNull();
    assertThatThrownBy(() -> ids.get(id ^ 1)).hasMessage("connection " + (id ^ 1) + " is not open");
  }

  @Test
  void noConnectionHasANumberBelowNothing() {
    assertThatThrownBy(() -> ids.get(-1)).hasMessage("connection -1 is not open");
  }

  @Test
  void aConnectionIsFoundByAProperty() {
    ids.put(connection(3));
    ids.put(connection(5));
    assertThat(ids.find(found -> found.id() > 3).map(SendConnection::id)).contains(5);
    assertThat(ids.find(found -> found.id() > 5)).isEmpty();
  }
}
