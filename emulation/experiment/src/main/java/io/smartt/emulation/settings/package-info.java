/**
 * Settings that a user may change: keys, their values and defaults, profiles and the files they
 * come from.
 */
@NullMarked
package io.smartt.emulation.settings;

import org.jspecify.annotations.NullMarked;
