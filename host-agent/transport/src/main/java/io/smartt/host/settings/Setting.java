package io.smartt.host.settings;

import module java.base;

/**
 * Annotates a component of a settings record with its default and, for users who set it by name,
 * its meaning. The record's Javadoc says where the default comes from.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** The text of the value that holds where the user is silent. */
  String defaultValue();

  /** The meaning in one sentence, units included. */
  String meaning();

  /** The most that a number may be; so many BDPs or base RTTs can be counted: 1e6. */
  double most() default Double.POSITIVE_INFINITY;
}
