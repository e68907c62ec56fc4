package io.smartt.p4.info;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Properties of {@link P4Bytes}. */
class P4BytesPropertiesTest {
  @Property
  void longsAndBigIntegersAreEncodedAlike(@ForAll long value) {
    BigInteger unsigned = new BigInteger(Long.toUnsignedString(value));

    assertThat(P4Bytes.encode(value)).isEqualTo(P4Bytes.encode(unsigned));
    assertThat(P4Bytes.decode(P4Bytes.encode(value), 64)).isEqualTo(unsigned);
  }

  @Property
  void aValueOfExactlyTheWidthFitsAndOneMoreDoesNot(
      @ForAll @IntRange(min = 1, max = 63) int width) {
    long most = (1L << width) - 1;

    assertThat(P4Bytes.decode(P4Bytes.encode(most), width)).isEqualTo(BigInteger.valueOf(most));
    assertThatThrownBy(() -> P4Bytes.decode(P4Bytes.encode(most + 1), width))
        .isInstanceOf(P4Bytes.OutOfRangeException.class);
  }
}
