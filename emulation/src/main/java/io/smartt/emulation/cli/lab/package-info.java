/** {@code smartt lab}. */
@NullMarked
package io.smartt.emulation.cli.lab;

import org.jspecify.annotations.NullMarked;
