@NullMarked
package io.smartt.virtual.dry;

import org.jspecify.annotations.NullMarked;
