@NullMarked
package io.smartt.emulation.search;

import org.jspecify.annotations.NullMarked;
