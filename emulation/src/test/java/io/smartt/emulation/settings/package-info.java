@NullMarked
package io.smartt.emulation.settings;

import org.jspecify.annotations.NullMarked;
