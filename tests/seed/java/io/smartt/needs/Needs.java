package io.smartt.needs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Names the programs of this machine that a test starts, itself or by what it tests. Where one is
 * missing the test is skipped, or fails if {@code SMARTT_REQUIRE} (a comma-separated list) has its
 * kind.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Needs.All.class)
@ExtendWith(NeedsCondition.class)
public @interface Needs {
  /** As in {@code SMARTT_REQUIRE} and in JUnit's tag: {@code pcap}, {@code netns}. */
  String kind();

  /** Programs, each listed in {@link Machine}. */
  String[] value();

  /** Several of a test. */
  @Target({ElementType.TYPE, ElementType.METHOD})
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(NeedsCondition.class)
  @interface All {
    /** Each of them. */
    Needs[] value();
  }
}
